import { useLocation, useRouteError } from 'react-router';
import { errorCode } from '../../api.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { titles } from '../../messages/en/screens.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { ErrorScreen } from '../../shell/error.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { useOnline } from '../../use-online.ts';
import { useAskAgain } from '../../use-server-poll.ts';
import { sectionAt, securityTabs } from './security-tabs.ts';

/** Of a call of ours: the server renders with what it failed with, the browser begins with its status alone. */
const isFailedCall = (error: unknown) =>
  errorCode(error) !== undefined || ((error as { status?: number } | null)?.status ?? 0) >= 500;

/** In a section's place where its call failed and nothing of it is known: the others are still one step away. A no, or a fault of the page, is told as everywhere. */
export function SectionFailed() {
  const error = useRouteError();
  const isOnline = useOnline();
  return isFailedCall(error) && isOnline ? <Failed isUnanswered={errorCode(error) === 'offline'} /> : <ErrorScreen />;
}

function Failed({ isUnanswered }: { isUnanswered: boolean }) {
  const { pathname } = useLocation();
  useAskAgain(isUnanswered);
  return (
    <DeskFrame title={titles.security} sentence={words.sectionFailed} tabs={securityTabs(sectionAt(pathname))}>
      <Loaded failed={words.sectionFailedText}>{null}</Loaded>
    </DeskFrame>
  );
}
