import type { Page } from '@playwright/test'

/** Problems found in the open views, by kind. */
type Senses = { readonly hover: string[]; readonly colour: string[]; readonly figures: string[] }

/** What a view shows only on hover or only by colour, and amounts without tabular figures. */
export const oneSense = (page: Page): Promise<Senses> =>
  page.evaluate(() => {
    const roots: ShadowRoot[] = []
    for (const node of document.querySelectorAll('*')) if (node.shadowRoot) roots.push(node.shadowRoot)
    const all = <Kind extends HTMLElement>(selector: string) =>
      roots.flatMap((root) => [...root.querySelectorAll<Kind>(selector)]).filter((node) => node.checkVisibility())
    const textOf = (node: Element) => node.textContent?.trim() ?? ''

    // Hover rules may change colours only, nothing that shows, hides or moves content.
    const hover: string[] = []
    const paint =
      /^(background|color|border-(\w+-)*color|box-shadow|text-decoration|text-underline|outline|filter|fill|stroke|cursor)/
    const look = (rules: CSSRuleList, hovered: boolean) => {
      for (const rule of rules) {
        const selector = 'selectorText' in rule ? String(rule.selectorText) : ''
        const now = hovered || selector.includes(':hover')
        // Rules that also apply on focus are reachable by touch and keyboard.
        const alike = selector.includes(':focus')
        if (now && !alike && rule instanceof CSSStyleRule)
          for (const property of rule.style) if (!paint.test(property)) hover.push(`${selector} sets ${property}`)
        if ('cssRules' in rule) look(rule.cssRules as CSSRuleList, now && !alike)
      }
    }
    for (const root of roots) for (const sheet of root.adoptedStyleSheets) look(sheet.cssRules, false)
    for (const node of all('[title]:not(iframe)')) hover.push(`${node.title} is a tooltip`)

    const colour: string[] = []
    const dialogs = all('dialog, [role="dialog"]')
    const warned = dialogs.some((dialog) => dialog.querySelector('.note'))
    for (const node of all('.amount[data-tone], [data-tone] > .amount')) {
      const text = textOf(node)
      const bad = (node.dataset.tone ?? node.parentElement?.dataset.tone) === 'bad'
      const said = /^[+−-]|\p{Letter}{3}/u.test(text) || (text.includes('%') && (!bad || warned))
      if (!said) colour.push(`${text} is ${bad ? 'bad' : 'good'} by its colour`)
    }
    for (const node of all('[aria-invalid="true"]')) {
      const ids = `${node.getAttribute('aria-describedby') ?? ''} ${node.getAttribute('aria-errormessage') ?? ''}`
        .trim()
        .split(/\s+/)
      const root = node.getRootNode() as ShadowRoot
      const told = ids.some((id) => id && textOf(root.getElementById(id) ?? document.createElement('p')))
      if (!told) colour.push(`${node.getAttribute('aria-label') ?? node.className} is wrong, and nothing says why`)
    }
    // The selected one of several differs by more than colour: an icon, badge, line or weight.
    const shape = (node: HTMLElement) => {
      const lines = ['', '::before', '::after'].map((pseudo) => {
        const { content, blockSize, boxShadow, borderBlockEndWidth, fontWeight, textDecorationLine } = getComputedStyle(
          node,
          pseudo,
        )
        const shadow = boxShadow.replace(/(?:rgba?|oklch|oklab|color|lab|lch)\([^)]*\)/g, '')
        return pseudo
          ? [content, content === 'none' ? '' : blockSize, shadow]
          : [shadow, borderBlockEndWidth, fontWeight, textDecorationLine]
      })
      return JSON.stringify([lines, node.querySelectorAll('svg').length, [...node.querySelectorAll('.badge')].map(textOf)])
    }
    const paintOf = (node: HTMLElement) => {
      const { color, backgroundColor } = getComputedStyle(node)
      return color + backgroundColor
    }
    for (const name of ['aria-current', 'aria-selected', 'aria-checked'])
      for (const node of all(`[${name}="true"]`)) {
        const list = node.closest('[role="tablist"], [role="radiogroup"], ul')
        const others = [...(list?.querySelectorAll<HTMLElement>(`${node.localName}:not([${name}="true"])`) ?? [])]
        const alike = others.filter((other) => other.className === node.className && shape(other) === shape(node))
        if (alike.some((other) => paintOf(other) !== paintOf(node))) colour.push(`${textOf(node)} is told apart by its colour`)
      }

    // Amounts have tabular figures, so that columns align and counting does not jitter; not needed in running text.
    const figures: string[] = []
    const isAmount = /^[≈~+−-]?\s?[$€£¥]\s?\d|^[+−-]?\d[\d,]*(?:\.\d+)?(?:\s(?:ETH|BNB|DUSD|USDC|DEMO|DPT|EUR|USD)\b|%?$)/
    for (const dialog of dialogs) {
      const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement
        if (!parent?.checkVisibility() || parent.closest('p, .visually-hidden, [aria-hidden="true"], [inert]')) continue
        const shown = text.textContent?.trim() ?? ''
        if (!isAmount.test(shown)) continue
        if (!getComputedStyle(parent).fontVariantNumeric.includes('tabular-nums'))
          figures.push(`${shown} in ${parent.className || parent.localName}`)
      }
    }
    for (const node of all('input[inputmode="decimal"]'))
      if (!getComputedStyle(node).fontVariantNumeric.includes('tabular-nums')) figures.push(`the field ${node.className}`)
    return { hover: [...new Set(hover)], colour, figures }
  })

/** Focuses each control of the open view; resolves to the focus rings that are clipped, and the number of rings. */
export const clippedRings = (page: Page): Promise<{ clipped: string[]; seen: number }> =>
  page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    const panel = modal?.shadowRoot?.querySelector('[part="dialog"]')
    const clipped: string[] = []
    let seen = 0
    for (const node of panel?.querySelectorAll<HTMLElement>('button, a[href], input, textarea, summary, [tabindex="0"]') ?? []) {
      if (!node.checkVisibility() || node.closest('[inert]')) continue
      node.focus()
      if (modal?.shadowRoot?.activeElement !== node) continue
      // The ring may be on a pseudo-element that covers the control.
      const ringed = ['', '::before', '::after'].find((pseudo) => getComputedStyle(node, pseudo).outlineStyle !== 'none')
      if (ringed === undefined) continue
      seen++
      const style = getComputedStyle(node, ringed)
      const reach = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset) - 0.6
      const inset = (side: string) => (ringed && Number.parseFloat(side)) || 0
      const { left, right, top, bottom, width } = node.getBoundingClientRect()
      const ring = {
        left: left + inset(style.left) - reach,
        right: right - inset(style.right) + reach,
        top: top + inset(style.top) - reach,
        bottom: bottom - inset(style.bottom) + reach,
      }
      if (width === 0) continue
      for (let box = node.parentElement; box && box !== panel?.parentElement; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        // A box that scrolls can show the ring by scrolling.
        const cutsAcross = overflowX !== 'visible' && box.scrollWidth <= box.clientWidth + 1
        const cutsDown = overflowY !== 'visible' && box.scrollHeight <= box.clientHeight + 1
        const across = ring.left < edge.left || ring.right > edge.right
        const down = ring.top < edge.top || ring.bottom > edge.bottom
        if ((cutsAcross && across) || (cutsDown && down))
          clipped.push(`${node.ariaLabel || node.textContent || node.className} in ${box.className}`)
      }
    }
    return { clipped, seen }
  })
