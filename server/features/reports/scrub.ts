const hidden = '[removed]';

/**
 * A text without the secrets an address can carry: tokens and codes in queries, also percent-encoded within another address,
 * invitations in paths, and whatever has the form of a token of ours.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(token|code|state|secret|password|signature|key|email)(=|%3d|%253d)[^&\s#"'<>)%]+/gi, `$1$2${hidden}`)
    .replace(
      /(invite|validate|accept|magic-link)(\/|%2f|%252f)(?![?#&\s"']|$)[^/?#&\s"'<>)%]+/gi,
      (_all, name: string, slash: string) => `${name}${slash}${hidden}`,
    )
    .replace(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43,}/g, hidden);
}
