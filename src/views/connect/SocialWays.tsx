import { useSnapshot } from 'valtio'
import { navigate } from '../../controllers/modal'
import { startSocial } from '../../controllers/social-login'
import { type Social, socialName } from '../../lib/social'
import { config } from '../../state/config'
import { Button } from '../../ui/Button'
import { Rail, type RailItem } from '../../ui/Rail'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { reachableSocials } from './reachable-socials'
import { SocialMark } from './SocialMark'

/** A tap on a social network: its window opens in the tap itself. */
export const chooseSocial = (social: Social): void =>
  social === 'farcaster' ? navigate('ConnectingFarcaster') : startSocial(social)

type Props = { disabled?: boolean | undefined }

/** The social networks that the host offers: the first in words, the others by their signs. */
export function SocialWays({ disabled = false }: Props) {
  const t = useEmbeddedMessages()
  const { socials } = useSnapshot(config)
  const [first, ...others] = reachableSocials(socials)
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

/** One of them on a strip. */
export const itemOf = (social: Social, label: string, disabled: boolean): RailItem => ({
  id: social,
  label,
  picture: <SocialMark social={social} />,
  bare: true,
  disabled,
})
