// The code that a host writes for the chosen attributes, in each supported language.

/** The languages of `codeFor`. */
export const languages = ['HTML', 'React', 'Vue', 'Svelte', 'Angular']

/** Code that puts the element into a page; `attributes`, `button` and `theme` are pairs of name and text. */
export function codeFor(language, { src, attributes, button, theme }) {
  const modal = tag('wallet-modal', attributes)
  const companion = tag('wallet-button', button)
  const css = theme.length > 0 ? `:root {\n${theme.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}` : ''
  const style = css && `\n\n<style>\n${indent(css)}\n</style>`
  switch (language) {
    case 'React':
      return `import 'wallet-modal'\nimport type {} from 'wallet-modal/types'${css && "\nimport './wallet.css'"}

export function Wallet() {
  return (
    <>
${indent(`${modal}\n${companion}`, 6).replaceAll('></wallet-modal>', ' />').replaceAll('></wallet-button>', ' />')}
    </>
  )
}${css && `\n\n/* wallet.css */\n${css}`}`
    case 'Vue':
      return `<script setup>\nimport 'wallet-modal'\n</script>\n\n<template>\n${indent(`${modal}\n${companion}`)}\n</template>${style}`
    case 'Svelte':
      return `<script>\n  import 'wallet-modal'\n</script>\n\n${modal}\n${companion}${style.replace(':root {', ':global(:root) {')}`
    case 'Angular':
      return `import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'
import 'wallet-modal'

@Component({
  selector: 'app-wallet',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indent(`${modal}\n${companion}`, 4)}
  \`,${css && `\n  styles: \`\n${indent(css.replace(':root', ':host'), 4)}\n  \`,`}
})
export class Wallet {}`
    default:
      return `<script type="module" src="${src}"></script>${style.trimEnd()}\n\n${modal}\n${companion}

<script type="module">
  document.addEventListener('wallet-connected', ({ detail }) => console.log(detail.caipAddress))
</script>`
  }
}

function tag(name, attributes) {
  const written = attributes.map(([key, value]) =>
    value === '' ? key : `${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )
  const line = [name, ...written].join(' ')
  return line.length <= 80 ? `<${line}></${name}>` : `<${name}\n${written.map((each) => `  ${each}`).join('\n')}\n></${name}>`
}

const indent = (text, by = 2) => text.replace(/^(?=.)/gm, ' '.repeat(by))
