/** English of what stands on the page before the modal opens; loads with the script tag, so it stays small. */
export const enPage = {
  connectWallet: 'Connect wallet',
  connecting: 'Connecting',
  restoring: 'Loading wallet',
  wrongNetwork: 'Wrong network',
  selectNetwork: 'Select network',
  account: (name: string) => `Account ${name}`,
  network: (name: string) => `Network ${name}. Change`,
}
export type PageMessages = typeof enPage
