type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Picks the form that a count takes in a language (CLDR plural rules); `other` where a form is not given. */
export function plural(locale: string): (count: number, forms: Forms) => string {
  let rules: Intl.PluralRules | undefined
  return (count, forms) => {
    rules ??= new Intl.PluralRules(locale)
    return forms[rules.select(count)] ?? forms.other
  }
}
