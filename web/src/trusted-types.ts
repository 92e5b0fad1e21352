/** The part of Trusted Types used here; TypeScript's own library does not describe them yet. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/** Must be the name in the page's `trusted-types` directive, which allows it to be created once. */
const policyName = 'holoholo';

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined;

/** The address of a script of our own (a worker), in the form the page's security policy asks for. Throws for other sites'. */
export function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (!trustedTypes) return requireOwnOrigin(url);
  policy ??= trustedTypes.createPolicy(policyName, { createScriptURL: requireOwnOrigin });
  // A TrustedScriptURL, which the constructors that take it still describe as text.
  return policy.createScriptURL(url) as string;
}

function requireOwnOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`Not a script of this site: ${url}`);
  return url;
}
