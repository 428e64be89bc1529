/** The message becomes the detail of the response. */
export class Refusal extends Error {}

export class UnknownProcess extends Refusal {
  constructor() {
    super('unknown process');
  }
}
