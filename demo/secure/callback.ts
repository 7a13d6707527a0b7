import { post } from './server'

// Back from a social network, in the window that the page opened: reports only to the page that asked.
const say = (text: string) => {
  const place = document.querySelector('main')
  if (place) place.textContent = text
}
try {
  const { site } = await post<{ site: string }>('social/site', { state: new URLSearchParams(location.search).get('state') })
  if (!window.opener) throw new Error('The page that asked is gone. Close this window and try again.')
  window.opener.postMessage({ resultUri: location.href }, site)
  say('Done. You can close this window.')
} catch (error) {
  say(error instanceof Error ? error.message : 'Something went wrong')
}
