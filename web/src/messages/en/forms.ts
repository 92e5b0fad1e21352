/** Words of every form. */
export const forms = {
  check: 'Please check this.',
  signIn: 'Sign In',
  typedStays: 'What you typed is kept while you sign in.',
};
