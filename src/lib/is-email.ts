/** Whether a text is an e-mail address that the secure frame accepts (facts: frame protocol §3); it never answers to another. */
export const isEmail = (text: string): boolean =>
  text.length <= 320 && /^(?!\.)(?!.*\.\.)[\w+,.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text)
