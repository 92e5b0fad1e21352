import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { InvitedSignIn } from '../../features/invitations/invited-sign-in.tsx';
import { type Accepted, type Offer, useInvitation } from '../../features/invitations/use-invitation.ts';
import { useSession } from '../../features/session/use-session.ts';
import { GoogleButton } from '../../features/sign-in/google-button.tsx';
import { invite as words } from '../../messages/en/invite.ts';
import { stakeholders } from '../../messages/en/stakeholders.ts';
import { messages } from '../../messages/index.ts';
import { useOnward } from '../../shell/use-onward.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { focusScreen } from '../../ui/focus-screen.ts';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { useSaid } from '../../ui/use-said.ts';
import { Vignette } from '../../ui/vignette.tsx';

const redirectDelayMs = 3_000;

/**
 * The token of the address, which leaves it at once: history keeps it for this tab alone, so that a reload still finds it.
 */
function useToken(): string | undefined {
  const inAddress = useParams().token;
  const kept = (useLocation().state as { invitation?: string } | null)?.invitation;
  const [token] = useState(inAddress ?? kept);
  useEffect(() => {
    if (!inAddress) return;
    history.replaceState({ ...history.state, usr: { invitation: inAddress } }, '', '/invite');
  }, [inAddress]);
  return token;
}

/** Where an invitation's link leads: what it offers, and accepting it as the invited address. */
export function InviteScreen() {
  const token = useToken();
  const { user, site } = useSession();
  const { state, validate, accept } = useInvitation(token);
  const again = () => {
    focusScreen();
    void validate();
  };
  const goOn = useOnward();
  const acceptNow = async () => {
    focusScreen();
    const accepted = await accept(user!.id);
    if (accepted) goOn(() => beginAt(nextOf(accepted)), redirectDelayMs);
  };
  useSaid(state.step === 'processing' ? words.processing : state.step === 'accepted' ? words.accepted : null);
  switch (state.step) {
    case 'loading':
      return <Waiting title={words.loading} />;
    case 'processing':
      return <Waiting title={words.processing} text={words.processingText} />;
    case 'accepted':
      return <AcceptedNow accepted={state.accepted} />;
    case 'valid':
      return (
        <Standing title={words.title(site.productName)}>
          <OfferFacts offer={state.offer} />
          {user ? (
            <Button wide onClick={() => void acceptNow()}>
              {words.accept}
            </Button>
          ) : (
            <div className={page.actions}>
              <p>{words.acceptWith}</p>
              <InvitedSignIn token={token!} />
              <GoogleButton label={words.google} invitation={token} />
            </div>
          )}
        </Standing>
      );
    case 'expired':
    case 'invalid':
      return (
        <Standing title={state.step === 'expired' ? words.expired : words.invalid}>
          <Notice tone="bad">{state.step === 'expired' ? words.expiredText : words.invalidText}</Notice>
          <Ways onAgain={state.step === 'invalid' && token ? again : undefined} />
        </Standing>
      );
    default:
      return (
        <Standing title={words.error}>
          <Notice tone="bad">{state.words ?? words.errorText}</Notice>
          <Ways onAgain={again}>{state.isElse && <InvitedSignIn token={token!} />}</Ways>
        </Standing>
      );
  }
}

/** Anew, from the server: what this page knows of its user was true before. */
const beginAt = (path: string) => location.replace(path);
const nextOf = ({ assigned_role }: Accepted) => (assigned_role === 'partner' ? '/partner-portal' : '/dashboard');

function Standing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{title}</h1>
        <Motif />
      </div>
      {children}
    </div>
  );
}

function Waiting({ title, text }: { title: string; text?: string }) {
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{title}</h1>
        {text && <p className={page.lead}>{text}</p>}
        <Spinner />
        <noscript>
          <p>{messages.shell.scriptNeeded}</p>
        </noscript>
      </div>
    </div>
  );
}

function OfferFacts({ offer }: { offer: Offer }) {
  const rows = [
    [words.organization, offer.organization_name],
    ...(offer.partner_type ? [[words.kind, stakeholders.partnerTypes[offer.partner_type]]] : []),
    [words.sentTo, offer.invited_email_hint],
    [words.expires, words.day(offer.expires_at)],
    ...(offer.joins ? [[words.mayUse, stakeholders.toUse(offer.permissions)]] : []),
  ];
  return (
    <>
      <p>
        {offer.joins
          ? words.staffLead(offer.organization_name, offer.standing)
          : words.lead(offer.organization_name, stakeholders.as[offer.stakeholder_type])}
      </p>
      <dl className={page.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function AcceptedNow({ accepted }: { accepted: Accepted }) {
  const kind = accepted.partner_type && stakeholders.partnerTypes[accepted.partner_type];
  const next = nextOf(accepted);
  const goOn = (event: MouseEvent) => {
    event.preventDefault();
    beginAt(next);
  };
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{words.accepted}</h1>
        <p className={page.lead}>{words.acceptedText(stakeholders.as[accepted.stakeholder_type], kind)}</p>
      </div>
      <div className={page.onward}>
        <ButtonLink to={next} onClick={goOn} look="quiet">
          {words.goOn}
        </ButtonLink>
      </div>
    </div>
  );
}

/** The ways on; what is given comes first, as the one to take. */
function Ways({ onAgain, children }: { onAgain?: (() => void) | undefined; children?: ReactNode }) {
  return (
    <div className={page.actions}>
      {children}
      {onAgain && (
        <Button look={children ? 'plain' : 'primary'} wide onClick={onAgain}>
          {words.again}
        </Button>
      )}
      <ButtonLink to="/" look="plain" wide>
        {words.home}
      </ButtonLink>
    </div>
  );
}
