import { useLoaderData } from 'react-router';
import { Loaded } from '../../shell/loaded.tsx';
import { AccessControl } from './access-control.tsx';
import { type AccessData, loadAccounts } from './load-accounts.ts';

export { SectionFailed } from './section-failed.tsx';

export { loadAccounts };

/** The administrators' security desk: all accounts. */
export function AccountsScreen() {
  const loaded = useLoaderData<AccessData>();
  return (
    <Loaded>
      <AccessControl loaded={loaded} />
    </Loaded>
  );
}
