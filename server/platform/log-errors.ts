import { stdSerializers } from 'pino';

/**
 * An error as the log has it, without what PostgreSQL says beside its message: `detail` and `where` quote the row, which may be what
 * somebody has typed.
 */
export function errorForLog(error: Error) {
  if (!(error instanceof Error)) return error;
  const { detail, where, internalQuery, ...told } = stdSerializers.err(error) as ReturnType<typeof stdSerializers.err> &
    Record<string, unknown>;
  return told;
}
