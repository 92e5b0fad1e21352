import { useSession } from '../features/session/use-session.ts';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { titles } from '../messages/en/screens.ts';
import { signIn as words } from '../messages/en/sign-in.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Sheet } from '../ui/sheet.tsx';

interface SignInModalProps {
  /** What one wanted to do, where it has a name. */
  activity?: string;
  message?: string;
  returnTo?: string;
  place?: 'page' | 'modal';
  onClose: () => void;
}

/** Signing in over the screen one is on. */
export function SignInModal({ activity, message, returnTo, place = 'modal', onClose }: SignInModalProps) {
  const { user } = useSession();
  const reason = message ?? (activity ? words.toBook : undefined);
  return (
    <Sheet
      open
      onClose={onClose}
      title={activity ? words.toBookTitle(activity) : titles.signIn}
      closeLabel={words.close}
    >
      {(close) => (
        <SignInForm
          redirect={returnTo}
          place={place}
          leave={
            <Button look="quiet" wide onClick={close}>
              {words.browse}
            </Button>
          }
          signedInAs={user?.email}
          onward={
            <Button wide onClick={close}>
              {words.goOn}
            </Button>
          }
        >
          {reason && <Notice>{reason}</Notice>}
        </SignInForm>
      )}
    </Sheet>
  );
}
