/** What one call of a model used, in tokens. */
export interface Usage {
  /** All of the prompt, what came from the provider's cache included. */
  readonly input: number;
  readonly output: number;
  /** The part of the input that came from the provider's cache. */
  readonly cached: number;
  /** Set when the answer did not tell, and this is a guess from its length. */
  readonly estimated?: true;
}

/** Takes the text of an answer piece by piece; `end` gives what it said of its usage, or a guess. */
export interface UsageReader {
  readonly push: (text: string) => void;
  readonly end: () => Usage;
}

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
/** What a provider sends is not trusted: a whole number from 0 up to 1e12, or 0. */
const count = (value: unknown): number =>
  typeof value === 'number' && value > 0 && value < 1e12 ? Math.floor(value) : 0;

/** Usage in an answer of OpenAI's form (chat, completions, responses, embeddings; Groq's `x_groq`), or undefined when it has none. */
export function usageIn(answer: unknown): Usage | undefined {
  const { usage, response, x_groq: groq } = fields(answer);
  const told = [usage, fields(response)['usage'], fields(groq)['usage']].find(
    (one) => typeof one === 'object' && one !== null,
  );
  if (told === undefined) return undefined;
  const { prompt_tokens, input_tokens, completion_tokens, output_tokens, prompt_tokens_details, input_tokens_details } =
    fields(told);
  const input = count(prompt_tokens ?? input_tokens);
  const cached = count(fields(prompt_tokens_details ?? input_tokens_details)['cached_tokens']);
  return { input, output: count(completion_tokens ?? output_tokens), cached: Math.min(cached, input) };
}

/** Characters of an answer that are kept to be parsed. */
const KEPT = 8 << 20;
/** Characters a token stands for, by and large. */
const PER_TOKEN = 4;
const guess = (characters: number): number => Math.ceil(characters / PER_TOKEN);

/** Reads a JSON answer. `asked` is the length of the request, for the guess when the answer tells nothing. */
export function jsonUsage(asked: number): UsageReader {
  let text = '';
  return {
    push: (more) => {
      if (text.length < KEPT) text += more;
    },
    end: () => usageIn(parsed(text)) ?? { input: guess(asked), output: guess(text.length), cached: 0, estimated: true },
  };
}

/** Reads server-sent events: the last that tells of usage counts. Without one, each event counts as a token, as they mostly are. */
export function eventUsage(asked: number): UsageReader {
  let rest = '';
  let events = 0;
  let last: Usage | undefined;
  const take = (line: string): void => {
    if (!line.startsWith('data:') || line.length > KEPT) return;
    events += 1;
    if (line.includes('"usage"')) last = usageIn(parsed(line.slice(5))) ?? last;
  };
  return {
    push: (more) => {
      const [first = '', ...others] = more.split(/\r\n|\r|\n/);
      rest += first;
      for (const next of others) {
        take(rest);
        rest = next;
      }
    },
    end: () => {
      take(rest);
      return last ?? { input: guess(asked), output: events, cached: 0, estimated: true };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
