import type { Token } from 'marked'
import { Lexer } from 'marked'

export type { MarkedToken, Token, Tokens } from 'marked'

/** Markdown to a tree. Nothing of it is HTML until our own components draw it. */
export const parseMarkdown = (text: string): Token[] => new Lexer({ gfm: true }).lex(text)
