/** ENSIP-15 with its tables (`@adraffy/ens-normalize`), a chunk of its own: it loads when somebody types a name, or has one. */
export { ens_normalize } from '@adraffy/ens-normalize'
