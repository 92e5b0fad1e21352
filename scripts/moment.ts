/** A moment as it is typed, with its time zone, so that nobody is misunderstood, or as a backup's name has it; undefined where it is none. */
export function readMoment(typed: string): Date | undefined {
  const written = typed.replace(/^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/, '$1:$2:$3');
  const moment = new Date(written);
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(written);
  return isWritten && !Number.isNaN(moment.getTime()) ? moment : undefined;
}
