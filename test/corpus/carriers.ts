/** Where a secret turns up: each puts a specimen's text into something that a receipt holds. */
export const CARRIERS: Readonly<Record<string, (text: string) => string>> = {
  alone: (text) => text,
  argv: (text) => `fetch-it --verbose ${text} --retries 3`,
  action: (text) => `fs.writeFile(${JSON.stringify(text)})`,
  nested: (text) => JSON.stringify(JSON.stringify({ note: text })),
  file: (text) => `# settings\nname=demo\n${text}\nport=8080\n`,
  message: (text) => `Error: request failed (401): ${text}`,
  logLine: (text) => `2026-01-01T00:00:00.000Z INFO [worker] ${text} done in 12 ms`,
};

/** As `CARRIERS`, for values that need no context of their own. */
export const KEY_CARRIERS: Readonly<Record<string, (text: string) => string>> = {
  ...CARRIERS,
  assigned: (text) => `VALUE=${text} node app.js`,
  query: (text) => `https://example.com/a?q=${text}&page=2`,
  percent: (text) => `https://example.com/a?q=x%3D${encodeURIComponent(text)}%26b`,
  path: (text) => `/srv/uploads/${text.replaceAll('/', '-')}/index.html`,
  header: (text) => `X-Custom: ${text}\r\nAccept: */*`,
  array: (text) => `["a","${text}","b"]`,
  markup: (text) => `<td>${text}</td>`,
  sentence: (text) => `The value is ${text}. It failed.`,
  parenthesis: (text) => `(see ${text})`,
};
