#!/usr/bin/env node
console.log('footnote')
