/** A request on processes that cannot be met; the message is the detail of the answer. */
export class Refusal extends Error {}

/** There is no process of that id. */
export class UnknownProcess extends Refusal {
  constructor() {
    super('unknown process');
  }
}
