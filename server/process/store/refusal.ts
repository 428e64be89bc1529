/** A request on processes that cannot be met; the message is the detail of the answer. */
export class Refusal extends Error {}

export class UnknownProcess extends Refusal {
  constructor() {
    super('unknown process');
  }
}
