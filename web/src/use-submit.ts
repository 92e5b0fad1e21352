import { useEffect, useRef, useState } from 'react';
import { type Api, ApiError, apiOnce, errorCode, isFinal } from './api.ts';
import { forms as words } from './messages/en/forms.ts';
import { newUuid } from './new-uuid.ts';
import { refusalWords } from './refusal-words.ts';

/** What is wrong with which field, in words. Fields go by their names in the request's body. */
export type Faults = Readonly<Record<string, string | null | undefined>>;

/** Why something was not sent, or not taken: about all of it, at its fields, or both. */
export type Refusal = string | { words?: string | undefined; faults?: Faults };

interface Sending<Given, Answer> {
  /** What is wrong with it before it is sent. */
  check?: (given: Given) => Refusal | null | undefined;
  /**
   * Sends it. Each creating call of this `api` has one effect, however often the same content is tried until it is taken; what was
   * changed is another call.
   */
  send: (given: Given, api: Api) => Promise<Answer>;
  /** What the form calls a field that the server finds wrong, where that is not its name in the request's body. */
  fieldOf?: (path: string) => string;
  /** What follows; busy until it is over. */
  done: (answer: Answer, given: Given) => unknown;
  /** What follows instead where whoever sent it has left its form meanwhile: nothing that takes them elsewhere. */
  late?: (answer: Answer, given: Given) => unknown;
  /** Told of a failure; gives what is said of it where that is not refusalWords, and at which fields where that is not the server's answer. */
  refused?: (failure: unknown) => Refusal | undefined | Promise<Refusal | undefined>;
}

/** How far the sending of something is, and what came of it. */
export interface Submission<Given> {
  busy: boolean;
  /** What went wrong, in the reader's words. */
  problem: string | undefined;
  faults: Faults;
  /** Another number each time that it was refused. */
  refusals: number;
  /** Whether it was refused as nobody is signed in any more. */
  needsSignIn: boolean;
  /** Whether something was sent of which it is not known what came of it, or of its end: it may be done. */
  mayBeDone: boolean;
  submit: (given: Given) => Promise<void>;
  /** What a field of this name is given: its fault, with its name. */
  field: (name: string) => { name: string; error: string | null | undefined };
  /** Says of fields, as they are filled in, what is wrong with them. */
  mark: (faults: Faults) => void;
  /** Refuses what is not worth sending. */
  refuse: (refusal: Refusal) => void;
  /** Whether it was taken just now, and what follows is going on. */
  isTaken: () => boolean;
  /** Says what went wrong elsewhere; nothing takes back what was said. */
  say: (problem?: string) => void;
  /** What was sent of it until now. */
  tried: Tried;
  /** Goes on from what was sent when the form was on screen before, of which no answer has come. */
  resume: (sent: readonly (readonly [content: string, key: string])[]) => void;
}

interface Tried {
  /** The keys of what was tried, by its content: a deed may be several calls. */
  keys: Map<string, string>;
  /** Of these: what the last try has written, and what is in doubt of all tries, as it is not known whether it is done. */
  written: Set<string>;
  doubts: Set<string>;
  /** Done once it was taken, also where its form has gone meanwhile. */
  onTaken?: () => void;
}

const nothingSaid = { busy: false, problem: undefined, faults: {}, needsSignIn: false, mayBeDone: false };

type State = Pick<Submission<never>, 'busy' | 'problem' | 'faults' | 'refusals' | 'needsSignIn' | 'mayBeDone'>;

/** Sends a form, or does what a button says: once at a time. What is refused stays as it was typed, and its reason is said. */
export function useSubmit<Given, Answer>({
  check,
  send,
  fieldOf = (path) => path,
  done,
  late,
  refused,
}: Sending<Given, Answer>): Submission<Given> {
  const [state, setState] = useState<State>({ ...nothingSaid, refusals: 0 });
  const change = (next: Partial<State>) => setState((now) => ({ ...now, ...next }));
  const refuse = (refusal: Refusal, found: Faults = {}, needsSignIn = false, mayBeDone = state.mayBeDone) => {
    const { words: problem, faults = found } = typeof refusal === 'string' ? { words: refusal } : refusal;
    setState(({ refusals }) => ({ busy: false, problem, faults, needsSignIn, mayBeDone, refusals: refusals + 1 }));
  };
  const isSending = useRef(false);
  const isTaken = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const tried = useRef<Tried>({ keys: new Map(), written: new Set(), doubts: new Set() });
  const api: Api = (name, ...request) => {
    const content = JSON.stringify([name, request]);
    const key = tried.current.keys.get(content) ?? newUuid();
    tried.current.keys.set(content, key);
    if (!name.startsWith('GET ')) tried.current.written.add(content);
    return apiOnce(key)(name, ...request);
  };
  const submit = async (given: Given) => {
    if (isSending.current) return;
    const wrong = check?.(given);
    if (wrong && isSaid(wrong)) return refuse(wrong);
    isSending.current = true;
    const { keys, written, doubts } = tried.current;
    written.clear();
    change({ ...nothingSaid, busy: true, mayBeDone: true });
    try {
      const answer = await send(given, api);
      keys.clear();
      doubts.clear();
      isTaken.current = true;
      await (isGone.current && late ? late : done)(answer, given);
      tried.current.onTaken?.();
      change(nothingSaid);
    } catch (failure) {
      const needsSignIn = errorCode(failure) === 'unauthenticated';
      const faults = faultsIn(failure, fieldOf);
      // The server's words of a request that is not valid are its first fault, for whoever writes a client.
      const usual = Object.keys(faults).length > 0 ? words.checkFields : refusalWords(failure);
      // What refuses this try alone, as the end of a session or a busy server does, says nothing of what was sent before; nor does any
      // answer of what was changed since.
      for (const content of written) {
        if (mayGoOn(failure)) doubts.add(content);
        else if (isRefused(failure)) doubts.delete(content);
      }
      refuse((await refused?.(failure)) ?? usual, faults, needsSignIn, doubts.size > 0);
    } finally {
      isSending.current = false;
      isTaken.current = false;
    }
  };
  return {
    ...state,
    submit,
    field: (name) => ({ name, error: state.faults[name] }),
    refuse,
    isTaken: () => isTaken.current,
    mark: (faults) => setState((now) => ({ ...now, faults: { ...now.faults, ...faults } })),
    say: (problem) => change({ problem }),
    tried: tried.current,
    resume: (sent) => {
      for (const [content, key] of sent) {
        tried.current.keys.set(content, key);
        tried.current.doubts.add(content);
      }
      change({ mayBeDone: true });
    },
  };
}

/** Whether what was sent may be done all the same: a server that gives up waiting for its own work goes on with it. */
const mayGoOn = (failure: unknown) => ['offline', 'unavailable'].includes(errorCode(failure) ?? '');

/** Whether another try would be refused as well: it was not done, then. */
const isRefused = (failure: unknown) => failure instanceof ApiError && isFinal(failure.status);

/** The keys of what was sent and has no answer, or none yet, as they are kept with what was typed: sent again it has one effect. */
export function unanswered({ busy, mayBeDone, tried }: Pick<Submission<never>, 'busy' | 'mayBeDone' | 'tried'>) {
  const { keys, written, doubts } = tried;
  const sent = [...keys].filter(([content]) => doubts.has(content) || (busy && written.has(content)));
  return mayBeDone && sent.length > 0 ? { sent } : {};
}

/** What is said at these fields where the words of the refusal say the rest. */
export const atFault = (names: readonly string[]): Faults =>
  Object.fromEntries(names.map((name) => [name, words.check]));

const isSaid = (refusal: Refusal) =>
  typeof refusal === 'string' || Boolean(refusal.words) || Object.values(refusal.faults ?? {}).some(Boolean);

/** The fields that the server found wrong. */
const faultsIn = (failure: unknown, fieldOf: (path: string) => string): Faults =>
  atFault(
    (failure instanceof ApiError ? failure.fields : []).map(({ path }) =>
      fieldOf(path.replace(/^(?:body|query|params)\./, '')),
    ),
  );
