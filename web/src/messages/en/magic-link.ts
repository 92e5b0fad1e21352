/** Words of the page a sign-in link leads to. */
export const magicLink = {
  verifyingText: 'This takes a moment.',
  welcome: (product: string) => `Welcome to ${product}`,
  redirecting: 'Redirecting you to explore experiences...',
  goOn: 'Continue now',
  confirmTitle: 'Sign in on this device?',
  confirmText: 'The link was asked for in another browser. If that was you, carry on.',
  confirm: 'Yes, sign me in',
  failed: 'Verification Failed',
  causesTitle: 'What usually happened',
  causes: [
    'The link has expired: it works for 15 minutes.',
    'The link has been used already: it works once.',
    'The network dropped out on the way.',
  ],
  newLink: 'You can ask for a new link on the sign-in page.',
  requestNew: 'Sign In',
  home: 'Return to Home',
  errors: {
    noToken: 'No magic link token provided',
    default: 'Magic link verification failed',
    network: 'Network error during verification',
  },
};
