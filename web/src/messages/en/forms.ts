/** Words of every form. */
export const forms = {
  check: 'Please check this.',
  checkFields: 'Please check what is marked.',
  signIn: 'Sign In',
  mayHaveArrived: 'What you sent may have arrived, and be done. Sent again as it stands, it counts once.',
  typedStays: 'What you typed is kept while you sign in.',
};
