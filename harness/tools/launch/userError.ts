/** Something only a person can clear away. Its message is one line: what is in the way and what to do. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Runs the body of a verb: a user error becomes one line on stderr and exit code 1, anything else keeps its stack. */
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
