import { useLoaderData } from 'react-router';
import { Loaded } from '../../shell/loaded.tsx';
import { AccessControl } from './access-control.tsx';
import { type AccessData, loadSecurity } from './load-security.ts';

export { loadSecurity };

/** The administrators' security desk, where it begins: all accounts. */
export function SecurityScreen() {
  const loaded = useLoaderData<AccessData>();
  return (
    <Loaded>
      <AccessControl loaded={loaded} />
    </Loaded>
  );
}
