/** An error that the user can fix. One line: the problem and the solution. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Runs a command: a user error prints one line and sets exit code 1, other errors keep their stack. */
export async function runVerb(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    process.stderr.write(
      `${error instanceof UserError ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exit(1);
  }
}
