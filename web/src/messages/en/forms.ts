/** Words of every form. */
export const forms = {
  check: 'Please check this.',
  checkFields: 'Please check what is marked.',
  signIn: 'Sign In',
  typedStays: 'What you typed is kept while you sign in.',
};
