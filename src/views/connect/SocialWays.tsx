import { socialName } from '../../lib/social'
import { Button } from '../../ui/Button'
import { Rail } from '../../ui/Rail'
import { SocialMark } from '../../ui/SocialMark'
import { useSheet } from '../../ui/sheet'
import { useEmbeddedMessages } from '../use-embedded-messages'
import css from './SocialWays.css?inline'
import { useSocials } from './use-socials'

/** Every social network on offer: the first by name, the others on one strip. */
export function SocialWays({ disabled }: { disabled?: boolean }) {
  useSheet(css)
  const t = useEmbeddedMessages()
  const { list, start } = useSocials()
  const [first, ...others] = list
  if (!first) return null
  const single = others.length === 1 ? others : []
  return (
    <div className="social-ways">
      {[first, ...single].map((social) => (
        <Button key={social} kind="line" full disabled={disabled === true} onClick={() => start(social)}>
          <SocialMark social={social} />
          {t.with(socialName(social))}
        </Button>
      ))}
      {others.length > 1 && (
        <Rail
          label={t.moreWays}
          items={others.map((social) => ({
            id: social,
            label: t.with(socialName(social)),
            picture: <SocialMark social={social} />,
            bare: true,
            disabled: disabled === true,
          }))}
          onPick={(id) => {
            const social = others.find((each) => each === id)
            if (social) start(social)
          }}
        />
      )}
    </div>
  )
}
