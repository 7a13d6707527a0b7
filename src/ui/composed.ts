/** Whether an input method has taken the key. Safari ends the composition before it tells of its last key; only the number shows it then. */
export const isComposed = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229
