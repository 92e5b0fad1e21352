/** The log of the rules of security, where each of them can look: it keeps what it warns of, and takes no error. */
export function aRulesLog() {
  const warned: unknown[] = [];
  return {
    warned,
    warn: (...said: unknown[]) => void warned.push(said),
    error: (...said: unknown[]): never => {
      throw new Error(`a rule could not look: ${JSON.stringify(said)}`);
    },
  };
}
