import type { ListedWallet } from '../lib/wallet'
import type { WalletQuery } from './wallet-query'

const EVM = 'eip155:1'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

const appStore = (id: number) => `https://apps.apple.com/app/id${id}`
const playStore = (id: string) => `https://play.google.com/store/apps/details?id=${id}`
const chromeStore = (id: string) => `https://chromewebstore.google.com/detail/${id}`

/** One wallet: store entries by id, links and rdns only where they are known for certain. */
const wallet = (
  id: string,
  name: string,
  homepage: string,
  {
    ios,
    android,
    chrome,
    ...more
  }: { ios?: number; android?: string; chrome?: string; rdns?: string; mobileLink?: string; webappLink?: string } = {},
  chains: readonly string[] = [EVM],
): ListedWallet => ({
  id,
  name,
  homepage,
  chains,
  ...more,
  ...(ios && { appStore: appStore(ios) }),
  ...(android && { playStore: playStore(android) }),
  ...(chrome && { chromeStore: chromeStore(chrome) }),
})

/** The wallet list that ships with us: for visitors without a wallet, and for when the service is off or down. */
export const bundledWallets: readonly ListedWallet[] = [
  wallet(
    'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
    'MetaMask',
    'https://metamask.io/',
    {
      rdns: 'io.metamask',
      mobileLink: 'metamask://',
      ios: 1438144202,
      android: 'io.metamask',
      chrome: 'nkbihfbeogaeaoehlefnkodbefgpgknn',
    },
    [EVM, SOLANA],
  ),
  wallet(
    '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
    'Trust Wallet',
    'https://trustwallet.com/',
    {
      rdns: 'com.trustwallet.app',
      mobileLink: 'trust://',
      ios: 1288339409,
      android: 'com.wallet.crypto.trustapp',
      chrome: 'egjidjbpglichdcondbcbdnbeeppgdph',
    },
    [EVM, SOLANA],
  ),
  wallet(
    'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    'Coinbase Wallet',
    'https://www.coinbase.com/wallet',
    { rdns: 'com.coinbase.wallet', ios: 1278383455, android: 'org.toshi', chrome: 'hnfanknocfeofbddgcijnmhnfnkdnaad' },
    [EVM, SOLANA],
  ),
  wallet(
    '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
    'OKX Wallet',
    'https://www.okx.com/web3',
    {
      rdns: 'com.okex.wallet',
      mobileLink: 'okex://main/',
      ios: 1327268470,
      android: 'com.okinc.okex.gp',
      chrome: 'mcohilncbfahbmgdjkbpemcciiolgcge',
    },
    [EVM, SOLANA],
  ),
  wallet(
    '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
    'Binance Wallet',
    'https://www.binance.com/en/web3wallet',
    { rdns: 'com.binance.wallet', mobileLink: 'bnc://app.binance.com/cedefi/', ios: 1436799971, android: 'com.binance.dev' },
  ),
  wallet(
    '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
    'Bitget Wallet',
    'https://web3.bitget.com/',
    {
      rdns: 'com.bitget.web3',
      mobileLink: 'bitkeep://',
      ios: 1395301115,
      android: 'com.bitkeep.wallet',
      chrome: 'jiidiaalihmmhddjgbnbgdfflelocpak',
    },
    [EVM, SOLANA],
  ),
  wallet('1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369', 'Rainbow', 'https://rainbow.me/', {
    rdns: 'me.rainbow',
    mobileLink: 'rainbow://',
    ios: 1457119021,
    android: 'me.rainbow',
    chrome: 'opfgelmcmbiajamepnmloijbpoleiama',
  }),
  wallet('c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a', 'Uniswap Wallet', 'https://wallet.uniswap.org/', {
    rdns: 'org.uniswap.app',
    mobileLink: 'uniswap://',
    ios: 6443944476,
    android: 'com.uniswap.mobile',
    chrome: 'nnpmfplkfogfpmcngplhnbdnnilmcdcg',
  }),
  wallet('ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18', 'Zerion', 'https://zerion.io/', {
    rdns: 'io.zerion.wallet',
    mobileLink: 'zerion://',
    ios: 1456732565,
    android: 'io.zerion.android',
    chrome: 'klghhnkeealcohjjanjjdaeeggmfmlpl',
  }),
  wallet(
    'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    'Phantom',
    'https://phantom.com/',
    { rdns: 'app.phantom', ios: 1598432977, android: 'app.phantom', chrome: 'bfnaelmomeimhlpmgjnjophhpkkoljpa' },
    [SOLANA, EVM],
  ),
  wallet(
    '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
    'Solflare',
    'https://solflare.com/',
    { ios: 1580902717, android: 'com.solflare.mobile', chrome: 'bhhhlbepdkbapadjdnnojkbgioiodbic' },
    [SOLANA],
  ),
  wallet(
    '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
    'Backpack',
    'https://backpack.app/',
    { rdns: 'app.backpack', chrome: 'aflkmfhebedbjioipglgcbcmnbpgliof' },
    [SOLANA, EVM],
  ),
  wallet('225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f', 'Safe', 'https://safe.global/', {
    webappLink: 'https://app.safe.global/',
  }),
  wallet('19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927', 'Ledger Live', 'https://www.ledger.com/', {
    mobileLink: 'ledgerlive://',
    ios: 1361671700,
    android: 'com.ledger.live',
  }),
  wallet(
    '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150',
    'SafePal',
    'https://www.safepal.com/',
    { mobileLink: 'safepalwallet://', ios: 1548297139, android: 'io.safepal.wallet', chrome: 'lgmpcpglpngdoalbgeoldeajfclnhafa' },
    [EVM, SOLANA],
  ),
  wallet('20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66', 'TokenPocket', 'https://www.tokenpocket.pro/', {
    rdns: 'pro.tokenpocket',
    mobileLink: 'tpoutside://',
    android: 'vip.mytokenpocket',
    chrome: 'mfgccjchihfkkindfppnaooecgfneiii',
  }),
  wallet('ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef', 'imToken', 'https://token.im/', {
    mobileLink: 'imtokenv2://',
    ios: 1384798940,
    android: 'im.token.app',
  }),
  wallet('15c8b91ade1a4e58f3ce4e7a0dd7f42b47db0c8df7e0d84f63eb39bcb96c4e0f', 'Bybit Wallet', 'https://www.bybit.com/web3/', {
    rdns: 'com.bybit',
    ios: 1488296980,
    android: 'com.bybit.app',
    chrome: 'pdliaogehgdbhbnmkklieghmmjkpigpa',
  }),
  wallet('c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576', '1inch Wallet', 'https://1inch.io/wallet/', {
    mobileLink: 'oneinch://',
    ios: 1546049391,
    android: 'io.oneinch.android',
  }),
  wallet('f2436c67184f158d1beda5df53298ee84abfc367581e4505134b5bcf5f46697d', 'Crypto.com', 'https://crypto.com/', {
    ios: 1512048310,
    android: 'com.defi.wallet',
  }),
  wallet('18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277', 'Kraken Wallet', 'https://www.kraken.com/wallet', {
    mobileLink: 'krakenwallet://',
    ios: 1626327149,
    android: 'com.kraken.superwallet',
  }),
  wallet('541d5dcd4ede02f3afaf75bf8e3e4c4f1fb09edb5fa6c4377ebf31c2785d9adf', 'Ronin Wallet', 'https://wallet.roninchain.com/', {
    rdns: 'com.roninchain.wallet',
    mobileLink: 'roninwallet://',
    ios: 1592675001,
    android: 'com.skymavis.genesis',
    chrome: 'fnjhmkhhmkbjkkabndcnnogagogbneec',
  }),
  wallet('8837dd9413b1d9b585ee937d27a816590248386d9dbf59f5cd3422dbbb65683e', 'Robinhood Wallet', 'https://robinhood.com/', {
    mobileLink: 'robinhood-wallet://',
    ios: 1634080733,
    android: 'com.robinhood.gateway',
  }),
  wallet(
    'e9ff15be73584489ca4a66f64d32c4537711797e30b6660dbcb71ea72a42b1f4',
    'Exodus',
    'https://www.exodus.com/',
    {
      rdns: 'com.exodus.web3-wallet',
      mobileLink: 'exodus://',
      ios: 1414384820,
      android: 'exodusmovement.exodus',
      chrome: 'aholpfdialjgjfhomihkjbmgjidlcdno',
    },
    [EVM, SOLANA],
  ),
  wallet('bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6', 'Argent', 'https://www.argent.xyz/', {
    mobileLink: 'argent://',
    ios: 1358741926,
    android: 'im.argent.contractwalletclient',
  }),
  wallet('0ef262ca2a56b88d179c93a21383fee4e135bd7bc6680e5c2356ff8e38301037', 'Jupiter', 'https://jup.ag/', {}, [SOLANA]),
  wallet(
    '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
    'Coin98',
    'https://coin98.com/',
    {
      rdns: 'coin98.com',
      mobileLink: 'coin98://',
      ios: 1561969966,
      android: 'coin98.crypto.finance.media',
      chrome: 'aeachknmefphepccionboohckonoeemg',
    },
    [EVM, SOLANA],
  ),
  wallet('8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6', 'Magic Eden', 'https://wallet.magiceden.io/', {}, [
    SOLANA,
    EVM,
    BITCOIN,
  ]),
  wallet(
    '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
    'Frontier',
    'https://www.frontier.xyz/',
    {
      rdns: 'xyz.frontier.wallet',
      mobileLink: 'frontier://',
      ios: 1482380988,
      android: 'com.frontierwallet',
      chrome: 'kppfdiipphfccemcignhifpjkapfbihd',
    },
    [EVM, SOLANA],
  ),
  wallet(
    '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
    'Xverse',
    'https://www.xverse.app/',
    { ios: 1552272513, android: 'com.secretkeylabs.xverse', chrome: 'idnnbdplmphpflfnlkomgpfbpcgelopg' },
    [BITCOIN],
  ),
  wallet(
    '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
    'Leather',
    'https://leather.io/',
    { chrome: 'ldinpeekobnhjjdofggfgjlcehhmanlj' },
    [BITCOIN],
  ),
  wallet('344d0e58b139eb1b6da0c29ea71d52a8eace8b57897c6098cb9b46012665c193', 'Timeless X', 'https://timelesswallet.xyz/'),
]

/** Answers a query from the bundled list, page by page as the service would. */
export function bundledPage(query: WalletQuery): { count: number; wallets: readonly ListedWallet[] } {
  const { page = 1, entries = bundledWallets.length, search = '', include = [], exclude = [], chains = [] } = query
  const wanted = search.trim().toLowerCase()
  const namespaces = new Set(chains.map(namespaceOf))
  const matching = bundledWallets.filter(
    ({ id, name, chains: own = [] }) =>
      name.toLowerCase().includes(wanted) &&
      (include.length === 0 || include.includes(id)) &&
      !exclude.includes(id) &&
      // The list knows namespaces, not single chains.
      (namespaces.size === 0 || own.some((chain) => namespaces.has(namespaceOf(chain)))),
  )
  return { count: matching.length, wallets: matching.slice((page - 1) * entries, page * entries) }
}

const namespaceOf = (chain: string) => chain.split(':')[0]
