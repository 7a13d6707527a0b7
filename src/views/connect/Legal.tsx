import { Fragment, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { acceptTerms } from '../../controllers/legal'
import { safeLink } from '../../lib/links'
import { config } from '../../state/config'
import { legal } from '../../state/legal'
import { Checkbox } from '../../ui/Checkbox'
import { useSheet } from '../../ui/sheet'
import { useMessages } from '../use-messages'
import css from './Legal.css?inline'

/** "By continuing you accept …", with its links. */
export function LegalSentence() {
  const t = useMessages().legal
  return <Sentence both={t.both} one={t.one} />
}

/** The checkbox "I accept …", without which no wallet can be chosen. */
export function LegalCheckbox() {
  const t = useMessages().legal
  const { accepted } = useSnapshot(legal)
  return (
    <Checkbox checked={accepted} onChange={acceptTerms}>
      <Sentence both={t.acceptBoth} one={t.acceptOne} />
    </Checkbox>
  )
}

type SentenceProps = {
  both: (terms: ReactNode, privacy: ReactNode) => ReactNode[]
  one: (document: ReactNode) => ReactNode[]
}

function Sentence({ both, one }: SentenceProps) {
  useSheet(css)
  const t = useMessages().legal
  const { termsUrl, privacyUrl } = useSnapshot(config)
  const terms = <DocumentLink url={safeLink(termsUrl)}>{t.terms}</DocumentLink>
  const privacy = <DocumentLink url={safeLink(privacyUrl)}>{t.privacy}</DocumentLink>
  const parts = !safeLink(termsUrl) ? one(privacy) : !safeLink(privacyUrl) ? one(terms) : both(terms, privacy)
  return parts.map((part, at) => <Fragment key={at}>{part}</Fragment>)
}

const DocumentLink = ({ url, children }: { url: string | undefined; children: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
