import { useLoaderData } from 'react-router';
import { Loaded } from '../../shell/loaded.tsx';
import { AccessControl } from './access-control.tsx';
import { loadSecurity, type SecurityData } from './load-security.ts';

export { loadSecurity };

/** The administrators' security desk: the section that the address names. */
export function SecurityScreen() {
  const loaded = useLoaderData<SecurityData>();
  return (
    <Loaded>
      <AccessControl loaded={loaded} />
    </Loaded>
  );
}
