import { useSearchParams } from 'react-router';
import { ownPath } from '../../../../contract/paths.ts';
import { useSession } from '../../features/session/use-session.ts';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { titles } from '../../messages/en/screens.ts';
import { signIn as words } from '../../messages/en/sign-in.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';

/** Signing in on a page of its own, returning to where it started. */
export function SignInScreen() {
  const { user } = useSession();
  const redirect = ownPath(useSearchParams()[0].get('redirect')) ?? undefined;
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{titles.signIn}</h1>
        {!user && <p className={page.lead}>{words.lead}</p>}
        <Motif />
      </div>
      <SignInForm
        redirect={redirect}
        place="page"
        leave={
          <ButtonLink to="/explore" look="quiet" wide>
            {words.browse}
          </ButtonLink>
        }
        signedInAs={user?.email}
        onward={
          <ButtonLink to={redirect ?? '/'} wide>
            {words.goOn}
          </ButtonLink>
        }
      >
        {redirect?.includes('#experience-') && <Notice>{words.toBook}</Notice>}
      </SignInForm>
    </div>
  );
}
