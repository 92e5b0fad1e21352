/** Words of every form. */
export const forms = {
  check: 'Please check this.',
};
