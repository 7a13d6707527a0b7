import './modal'

// Each library loads by itself: one that the page's lockdown refuses does not keep the others from it.
const load = {
  viem: () => import('./viem').then(({ send }) => send),
  ethers: () => import('./ethers').then(({ send }) => send),
  wagmi: () => import('./wagmi').then(({ send }) => send),
  bnb: () => import('./wagmi').then(({ onBnb }) => onBnb),
  web3: () => import('./web3').then(({ send }) => send),
}
// It follows the modal from the start.
load.wagmi()

for (const [id, way] of Object.entries(load))
  document.getElementById(id)?.addEventListener('click', async () => {
    const text = await way()
      .then((send) => send())
      .catch((error) => `Failed: ${error.message}`)
    const result = document.getElementById('result')
    if (result) result.textContent = `${id} ${text}`
  })
