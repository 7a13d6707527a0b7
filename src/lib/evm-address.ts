/** An EVM address by its shape, in any case: neither its checksum nor whether anybody has it. */
export const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/
