/** A simple command: `A=1 sudo program word word`. */
export interface ShellCommand {
  text: string;
  variables: readonly string[];
  /** Without its folder; '' for an assignment. */
  program: string;
  words: readonly string[];
}

const KEYWORDS = /^(?:until|while|if|then|else|elif|do|done|fi|!|\{|\}|export)$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=/;

/**
 * Returns simple commands, including `$(…)`, in the order of their ends. Does not parse here-documents or functions.
 */
export function shellCommands(script: string): ShellCommand[] {
  const found: ShellCommand[] = [];
  let words: string[] = [];
  let word = '';
  let quote = '';
  const endWord = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  const endCommand = () => {
    endWord();
    const command = commandOf(words);
    if (command) found.push(command);
    words = [];
  };
  const text = script.replaceAll(/\\\n\s*/g, ' ');
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== "'" && text.startsWith('$((', at)) {
      const end = closing(text, at + 1);
      const nested = [...text.slice(at + 3, end).matchAll(/\$\(([^()]*)\)/g)];
      found.push(...nested.flatMap(([, script = '']) => shellCommands(script)));
      word += '$((…))';
      at = end;
    } else if (quote !== "'" && text.startsWith('$(', at)) {
      const end = closing(text, at + 1);
      found.push(...shellCommands(text.slice(at + 2, end)));
      word += '$(…)';
      at = end;
    } else if (quote !== '') {
      if (sign === quote) quote = '';
      else word += sign;
    } else if (sign === "'" || sign === '"') quote = sign;
    else if (sign === '\\') {
      word += text[at + 1] ?? '';
      at += 1;
    } else if (sign === '#' && word === '') {
      const end = text.indexOf('\n', at);
      at = (end === -1 ? text.length : end) - 1;
    } else if (/[\n;|&()]/.test(sign) && !/[<>]$/.test(word)) endCommand();
    else if (/\s/.test(sign)) endWord();
    else word += sign;
  }
  endCommand();
  return found;
}

function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function commandOf(all: readonly string[]): ShellCommand | null {
  const words = all.filter((word) => !/^\d?[<>]/.test(word));
  while (KEYWORDS.test(words[0] ?? '')) words.shift();
  const variables: string[] = [];
  const takeAssignments = () => {
    for (let name = ASSIGNMENT.exec(words[0] ?? ''); name; name = ASSIGNMENT.exec(words[0] ?? '')) {
      variables.push(name[1] ?? '');
      words.shift();
    }
  };
  takeAssignments();
  if (words[0] === 'sudo') {
    words.splice(0, words[1] === '-u' ? 3 : 1);
    takeAssignments();
  }
  if (words.length === 0 && variables.length === 0) return null;
  const [program = '', ...rest] = words;
  return { text: all.join(' '), variables, program: program.replace(/^.*\//, ''), words: rest };
}
