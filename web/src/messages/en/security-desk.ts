/** Words of the administrators' security desk, around its sections. */
export const securityDesk = {
  tabs: { access: 'Access Control' },
};
