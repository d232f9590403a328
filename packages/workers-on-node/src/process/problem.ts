/** A failure at the start that the operator can mend: shown without a stack. `code` is the process' exit code. */
export class StartProblem extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'Problem';
    this.exitCode = exitCode;
  }
}
