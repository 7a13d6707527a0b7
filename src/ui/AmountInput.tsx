import { type CSSProperties, useState } from 'react'
import { typedIn } from '../lib/format'
import { typedAmount, typedInto } from '../lib/typed-amount'
import css from './AmountInput.css?inline'
import { Icon } from './Icon'
import { useSheet } from './sheet'
import { WalletIcon } from './WalletIcon'

/** A figure of more characters is shown smaller. */
const LONG = 10

type AmountInputProps = {
  /** Accessible name of the field. */
  label: string
  /** Decimal string as `lib/typed-amount.ts` reads it; without `onChange` the text to show. */
  value: string
  /** The visitor's language: a value of ours is written in it, typed text stays as it was typed. */
  locale: string
  /** Absent: the figure is only shown. */
  onChange?: ((value: string) => void) | undefined
  /** Before the figure: the sign of a currency. */
  sign?: string | undefined
  invalid?: boolean
  describedBy?: string | undefined
  /** The figure is being renewed. */
  stale?: boolean
  token?: { readonly symbol: string; readonly iconUrl?: string | undefined } | undefined
  /** Accessible name of the token's chip; absent: no chip. */
  tokenLabel?: string | undefined
  /** Texts of the chip while no token is chosen, and of the button for all that is held; what is heard before the balance. */
  words?: { readonly chooseToken: string; readonly max: string; readonly youHave: string } | undefined
  onToken?: (() => void) | undefined
  /** The same amount in the other unit, and the button to type in that. */
  other: string
  flip?: { readonly label: string; readonly onFlip: () => void } | undefined
  /** Balance of the token. */
  balance?: string | undefined
  max?: { readonly onMax: () => void; readonly disabled?: boolean } | undefined
}

/** A large amount beside its token, with the value and the balance below. */
export function AmountInput({
  label,
  value,
  locale,
  onChange,
  sign,
  invalid,
  describedBy,
  stale,
  token,
  tokenLabel,
  words,
  onToken,
  other,
  flip,
  balance,
  max,
}: AmountInputProps) {
  useSheet(css)
  // The typed text is kept, because a comma cannot be read as decimal or grouping mark before the rest is typed.
  const [typed, setTyped] = useState('')
  const isOurs = typedAmount(typed, locale) !== value
  return (
    <div className="amount-input">
      <div className="amount-input-figure" data-long={value.length > LONG || undefined}>
        {sign && <span aria-hidden="true">{sign}</span>}
        {onChange ? (
          <input
            part="input"
            value={isOurs ? typedIn(value, locale) : typed}
            placeholder={typedIn('0', locale)}
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            aria-label={label}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onChange={({ target, nativeEvent }) => {
              setTyped(target.value)
              // A text pasted over a value of ours may begin like it, but does not continue it.
              const isTyped = isOurs && !/Paste|Drop/.test((nativeEvent as InputEvent).inputType)
              onChange(typedInto(target.value, isTyped ? value : '', locale))
            }}
          />
        ) : (
          <output
            aria-label={label}
            // Its view says what is news in it.
            aria-live="off"
            data-empty={!value || undefined}
            data-stale={stale || undefined}
            style={{ '--length': value.length } as CSSProperties}
          >
            {value || typedIn('0', locale)}
          </output>
        )}
      </div>
      {tokenLabel ? (
        <button
          type="button"
          name={label}
          className="token-chip"
          part="button"
          aria-label={tokenLabel}
          data-empty={token ? undefined : true}
          onClick={onToken}
        >
          {token && <WalletIcon name={token.symbol} src={token.iconUrl} size={24} shape="coin" />}
          <bdi>{token?.symbol ?? words?.chooseToken}</bdi>
          <Icon name="down" size={16} />
        </button>
      ) : (
        <span />
      )}
      <span className="amount-input-line">
        {flip ? (
          <button
            type="button"
            className="amount-input-flip"
            part="button"
            aria-label={`${other}. ${flip.label}`}
            onClick={flip.onFlip}
          >
            <bdi>{other}</bdi>
            <Icon name="swap" size={14} />
          </button>
        ) : (
          <bdi>{other}</bdi>
        )}
      </span>
      <span className="amount-input-line">
        {balance !== undefined && (
          <>
            {/* Seen beside its button and below its token a bare figure is clear, but not heard. */}
            <span className="visually-hidden">
              {words?.youHave} {token?.symbol}
            </span>
            <bdi>{balance}</bdi>
          </>
        )}
        {max && (
          <button
            type="button"
            part="button"
            aria-disabled={max.disabled || undefined}
            onClick={max.disabled ? undefined : max.onMax}
          >
            {words?.max}
          </button>
        )}
      </span>
    </div>
  )
}
