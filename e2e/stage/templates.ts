/** The smallest that says which one it is. */
export const templateSaying = (text: string) =>
  `<!doctype html><title>${text}</title><style>h1 { color: {{textcolor_title}}; }</style><h1>${text}</h1><p>{{channel_name}}</p>`;
