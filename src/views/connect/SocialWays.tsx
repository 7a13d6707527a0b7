import { navigate } from '../../controllers/modal'
import { startSocial } from '../../controllers/social-login'
import { type Social, socialName } from '../../lib/social'
import { Button } from '../../ui/Button'
import { Rail, type RailItem } from '../../ui/Rail'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { SocialMark } from './SocialMark'

/** Starts a social login; synchronously, so that its window opens in the click. */
export const chooseSocial = (social: Social): void =>
  social === 'farcaster' ? navigate('ConnectingFarcaster') : startSocial(social)

type Props = { socials: readonly Social[]; disabled: boolean }

/** Social networks: the first as a button with its name, the others by their logos. */
export function SocialWays({ socials: [first, ...others], disabled }: Props) {
  const t = useEmbeddedMessages()
  if (!first) return null
  return (
    <>
      <Button kind="line" full disabled={disabled} onClick={() => chooseSocial(first)}>
        <SocialMark social={first} />
        {t.with(socialName(first))}
      </Button>
      {others.length > 0 && (
        <Rail
          label={t.moreWays}
          items={others.map((social) => itemOf(social, t.with(socialName(social)), disabled))}
          onPick={(id) => chooseSocial(id as Social)}
        />
      )}
    </>
  )
}

/** A social network as an item of a Rail. */
export const itemOf = (social: Social, label: string, disabled: boolean): RailItem => ({
  id: social,
  label,
  picture: <SocialMark social={social} />,
  bare: true,
  disabled,
})
