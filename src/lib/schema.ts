import * as z from 'zod/mini'
import { schemaMessage } from './schema-message'

// Before the first schema: strict pages count zod's probe for `new Function` as a violation (ARCHITECTURE §15.11).
z.config({ jitless: true, customError: schemaMessage })

export { z }
