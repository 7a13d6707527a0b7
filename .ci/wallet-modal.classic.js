// For pages that cannot write type="module": loads the module that stands beside this file.
import(new URL('wallet-modal.js', document.currentScript.src).href)
