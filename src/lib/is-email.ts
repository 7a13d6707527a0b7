/** Whether a text is an address that the secure frame takes (facts: frame protocol §3): one that it cannot read it never answers. */
export const isEmail = (text: string): boolean =>
  text.length <= 320 && /^(?!\.)(?!.*\.\.)[\w+,.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text)
