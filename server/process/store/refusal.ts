export class Refusal extends Error {}

export class UnknownProcess extends Refusal {
  constructor() {
    super('unknown process');
  }
}
