/** Words of the page the identity provider sends back to. */
export const callback = {
  text: 'Checking with Google. This takes a moment.',
  invitation: 'Processing Invitation',
  invitationText: 'Setting up what you were invited to.',
  welcome: (product: string) => `Welcome to ${product}`,
  welcomeAs: (stakeholder: string, kind: string | null) =>
    kind ? `You are with us as ${stakeholder}: ${kind}.` : `You are with us as ${stakeholder}.`,
  ready: 'You are signed in. Taking you on...',
  emailFirst: 'Sign in by email first',
  emailFirstAction: 'Sign in by email',
  home: 'Return to Home',
  noCode: 'Cannot exchange code for session token: no code provided in the URL search params.',
  exchangeFailed: 'Failed to exchange code for session token:',
};
