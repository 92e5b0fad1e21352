/** What a server calls itself by, signed by nobody that anybody trusts; for tests of what refuses it. */
export const aCertificate = () => ({
  key: pem(
    'PRIVATE KEY',
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgia7VXyMX1DisSKGi6edY7S9ceXZ/Tm2T+4uPJ4mV8kehRANCAASD27ZpXVYZouP9NsMvQmbQgIcL+sj8Ktb66qEuiwLPOC1s7jU4lqp5pcfu3i4rBCQGoOS3E97qHJSBxYPaIB9k',
  ),
  cert: pem(
    'CERTIFICATE',
    'MIIBfjCCASWgAwIBAgIUX6yq6jaXpffyFW6ictebgdau9rMwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJMTI3LjAuMC4yMCAXDTI2MTEyOTAwNDAwOFoYDzIxMjYxMTA1MDA0MDA4WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASD27ZpXVYZouP9NsMvQmbQgIcL+sj8Ktb66qEuiwLPOC1s7jU4lqp5pcfu3i4rBCQGoOS3E97qHJSBxYPaIB9ko1MwUTAdBgNVHQ4EFgQUpI4UjF39So+4v87cySFVCZGOPxQwHwYDVR0jBBgwFoAUpI4UjF39So+4v87cySFVCZGOPxQwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBYfe5HJ637PVgr4t9eZgrSr+hcJWlfGDUv3j6sOHCJaAIgZyJR+34VrsHlUyXRYvavRZSS+gpui/aInaNwOz5b5Xg=',
  ),
});

const pem = (kind: string, base64: string) =>
  `-----BEGIN ${kind}-----\n${base64.match(/.{1,64}/g)!.join('\n')}\n-----END ${kind}-----\n`;
