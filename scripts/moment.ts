/** A moment as it is typed, with its time zone, so that nobody is misunderstood; undefined where it is none. */
export function readMoment(typed: string): Date | undefined {
  const moment = new Date(typed);
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(typed);
  return isWritten && !Number.isNaN(moment.getTime()) ? moment : undefined;
}
