// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IEntryPoint} from "@account-abstraction/contracts/interfaces/IEntryPoint.sol";
import {SmartAccount} from "./SmartAccount.sol";

/// Puts an owner's account where it was foretold; at the same address on every chain.
contract SmartAccountFactory {
    IEntryPoint public immutable entryPoint;

    constructor(IEntryPoint entry) {
        entryPoint = entry;
    }

    /// Does nothing where the account is there already: a signature may name it (ERC-6492).
    function createAccount(address owner) external returns (address account) {
        account = addressOf(owner);
        if (account.code.length == 0) new SmartAccount{salt: 0}(entryPoint, owner);
    }

    function addressOf(address owner) public view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(SmartAccount).creationCode, abi.encode(entryPoint, owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), bytes32(0), code)))));
    }
}
