/** Words of every form. */
export const forms = {
  check: 'Please check this.',
  checkFields: 'Please check what is marked.',
  signIn: 'Sign In',
  mayHaveArrived: 'No answer has come: what you sent may have arrived. Sent again as it stands, it counts once.',
  typedStays: 'What you typed is kept while you sign in.',
};
