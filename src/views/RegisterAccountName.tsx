import { Fragment, type ReactNode, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { isZoneName } from '../controllers/profile'
import { abandonSuggestions, editName, registerName, startNaming, suggest, wholeName } from '../controllers/register-name'
import { labelProblem, MAX_LABEL_LENGTH } from '../lib/account-name'
import { WALLET_CONNECT, WATCH } from '../lib/wallet'
import { account } from '../state/account'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { names } from '../state/names'
import { Avatar } from '../ui/Avatar'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { InlineAddress } from '../ui/InlineAddress'
import { ListRow, RowList } from '../ui/ListRow'
import { lazyExtra, lazyPart } from '../ui/lazy-part'
import { Note } from '../ui/Note'
import { SectionLabel } from '../ui/SectionLabel'
import { Spinner } from '../ui/Spinner'
import { useSheet } from '../ui/sheet'
import { TextInput } from '../ui/TextInput'
import { inLanguage } from './in-language'
import { WayOn } from './money/WayOn'
import { NotConnected } from './NotConnected'
import css from './RegisterAccountName.css?inline'
import { titled } from './titled'
import { useActiveAccount } from './use-active-account'
import { useMessages } from './use-messages'
import { useOnline } from './use-online'
import { useSaid } from './use-said'
import { wordsFor } from './words-for'

// Only apps on a phone have one.
const OpenApp = lazyExtra(() => import('./OpenApp'))
const Unsupported = lazyPart(() => import('./money/Unsupported'))

export const header = titled('RegisterAccountName')

/** A name for the account, instead of its address. */
export default function RegisterAccountName(): ReactNode {
  useSheet(css)
  useEffect(() => {
    // Coming back from the approval screen keeps what was typed.
    if (modal.direction !== 'prev') startNaming()
    return abandonSuggestions
  }, [])
  const { names: t } = useMessages()
  const { address, caipAddress, connectorId } = useActiveAccount()
  const { profileName } = useSnapshot(account)
  const { label, registering } = useSnapshot(names)
  const own = profileName !== undefined && isZoneName(profileName) ? profileName : undefined
  if (!address || connectorId === WATCH) return <NotConnected />
  // Only accounts of EVM chains have names; a host may open this for another one.
  if (!caipAddress?.startsWith('eip155:'))
    return (
      <Suspense>
        <Unsupported title={wordsFor('CHAIN_UNSUPPORTED').text}>{wordsFor('SWAP_NETWORK_UNSUPPORTED').help ?? ''}</Unsupported>
      </Suspense>
    )
  return (
    <Body>
      <div className="name-form">
        <p>
          {t.instead<ReactNode>(<InlineAddress address={address} apart />).map((part, i) => (
            <Fragment key={i}>{part}</Fragment>
          ))}
        </p>
        {/* Not about the name that is just being registered: the next view tells of it. */}
        {own && (registering === 'idle' || own !== wholeName(label)) && <Note>{t.already(own)}</Note>}
        <div>
          <Field />
          <Answer />
        </div>
        <Suggestions />
        <WayOn>
          <div className="name-way">
            <Problem />
            <Claim />
            {connectorId === WALLET_CONNECT && <Asked />}
            <p className="name-rules">{t.rules}</p>
          </div>
        </WayOn>
      </div>
    </Body>
  )
}

const isBusy = (registering: string) => registering !== 'idle'

/** Where the name is typed, and why it cannot be registered as it stands. */
function Field() {
  const { names: t } = useMessages()
  const { nameZone } = useSnapshot(config)
  const { label, registering } = useSnapshot(names, { sync: true })
  const problem = label === '' ? undefined : labelProblem(label)
  return (
    <TextInput
      label={t.label}
      value={label}
      onChange={editName}
      onSubmit={() => void registerName()}
      icon="tag"
      autoComplete="off"
      maxLength={MAX_LABEL_LENGTH + nameZone.length + 2}
      readOnly={isBusy(registering)}
      error={problem === 'short' ? undefined : problem && t[problem]}
      hint={problem === 'short' ? t.short : undefined}
      end={
        <span className="name-zone">
          <bdi>.{nameZone}</bdi>
        </span>
      }
    />
  )
}

/** Whether the typed name is free, or why none can be claimed now; a live region. */
function Answer() {
  const { names: t } = useMessages()
  const { label, status, suggestedFor, suggestions } = useSnapshot(names)
  const isOnline = useOnline()
  const name = wholeName(label)
  const typed = suggestedFor === label && status === 'ready' ? suggestions.find((each) => each.name === name) : undefined
  return (
    <div className="name-answer" role="status" data-state={typed && isOnline && (typed.registered ? 'taken' : 'free')}>
      {!isOnline && wordsFor('OFFLINE').text}
      {isOnline && status === 'loading' && (
        <>
          <Spinner />
          {t.looking}
        </>
      )}
      {isOnline && typed && (
        <>
          <Icon name={typed.registered ? 'fail' : 'check'} size={16} />
          {typed.registered ? t.isTaken(name) : t.free(name)}
        </>
      )}
    </div>
  )
}

/** Other names of the service; one that is pressed takes the place of what was typed. */
function Suggestions() {
  const { names: t, modal: words } = useMessages()
  const { label, status, suggestions, registering } = useSnapshot(names)
  const others = suggestions.filter(({ name }) => name !== wholeName(label))
  if (status === 'failed') {
    const { text, help } = wordsFor('NAME_SUGGESTIONS_FAILED')
    return (
      <Note kind="warn" title={text} announce="alert">
        {help}{' '}
        <Button size="small" kind="line" icon="refresh" onClick={() => void suggest()}>
          {words.tryAgain}
        </Button>
      </Note>
    )
  }
  if (others.length === 0 || labelProblem(label) !== undefined) return null
  return (
    <div>
      <SectionLabel>{t.orOneOfThese}</SectionLabel>
      <RowList label={t.orOneOfThese}>
        {others.map(({ name, registered }) => (
          <ListRow
            key={name}
            title={<bdi>{name}</bdi>}
            picture={<Avatar seed={name} size={32} />}
            disabled={registered && t.taken}
            // Meanwhile the name stays that the wallet is asked about.
            onClick={isBusy(registering) ? undefined : () => editName(name)}
          />
        ))}
      </RowList>
    </div>
  )
}

/** Why the last try failed. */
function Problem() {
  // Renders again in another language, which `inLanguage` reads.
  useMessages()
  const { problem } = useSnapshot(names)
  return (
    problem && (
      <Note kind="bad" title={inLanguage(problem.title).replace('{name}', problem.name)} announce="alert">
        {problem.reason && <div>{inLanguage(problem.reason)}</div>}
      </Note>
    )
  )
}

function Claim() {
  const { names: t } = useMessages()
  const { label, status, suggestedFor, suggestions, registering } = useSnapshot(names)
  const isOnline = useOnline()
  const name = wholeName(label)
  const usable = labelProblem(label) === undefined
  const taken = suggestedFor === label && suggestions.some((each) => each.name === name && each.registered)
  const words = registering === 'signing' ? t.signing : registering === 'sending' ? t.sending : undefined
  // Who claims it with Enter is in the field, and does not hear what the button says now.
  useSaid(words)
  return (
    <Button
      kind="primary"
      full
      busy={isBusy(registering)}
      disabled={!isOnline || !usable || taken || status === 'loading'}
      onClick={() => void registerName()}
    >
      <span className="cut">{words ?? (usable ? t.claim(name) : t.claimEmpty)}</span>
    </Button>
  )
}

/** The way to the wallet's app on this phone, while it is asked to sign. */
function Asked() {
  if (useSnapshot(names).registering !== 'signing') return null
  return (
    <Suspense>
      <OpenApp full />
    </Suspense>
  )
}
